import { useState } from 'react';
import { CheckOutlined, DownOutlined } from '@ant-design/icons';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import { LightInput } from '@sinter/sdk/ui';
import { includesWords } from '@sinter/sdk/ui/root';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import { switchPath } from './FacilitiesStore.ts';
import type { FacilitiesStore } from './FacilitiesStore.ts';
import { MenuButton } from './MenuButton.tsx';
import css from './shell.module.css';

const searchableBeyond = 8;

/** The active facility, and a choice of the others; asks about unsaved work before it switches. */
export const FacilitySwitcher = observer(function FacilitySwitcher({ store }: { store: FacilitiesStore }) {
  const t = useHostTexts();
  const [wanted, setWanted] = useState('');
  const { places } = store;
  const here = places.find((place) => place.here);
  const search = places.length > searchableBeyond && (
    <LightInput
      type="search"
      aria-label={t('shell.facility.search')}
      placeholder={t('shell.facility.search')}
      value={wanted}
      onChange={(event) => setWanted(event.target.value)}
    />
  );
  return (
    <MenuButton
      label={t('shell.facility', { name: here?.name ?? '' })}
      face={
        <>
          <span className={css['facilityName']}>{here?.name}</span>
          <DownOutlined aria-hidden />
        </>
      }
      head={search}
      onOpen={() => setWanted('')}
    >
      {places
        .filter(({ name }) => includesWords(name, wanted))
        .map((place) => (
          <li key={place.id}>
            {place.here ? (
              <button type="button" aria-current="true">
                {place.name} <CheckOutlined aria-hidden />
              </button>
            ) : (
              <Link to={switchPath(place)}>{place.name}</Link>
            )}
          </li>
        ))}
    </MenuButton>
  );
});
