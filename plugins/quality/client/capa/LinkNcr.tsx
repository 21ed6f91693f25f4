import { observer } from 'mobx-react-lite';
import type { Capa } from '@sinter/sdk/contract/quality/capas';
import type { NcrLine } from '@sinter/sdk/contract/quality/ncr';
import { searchNcrs } from '@sinter/sdk/contract/quality/ncrs';
import { Question } from '@sinter/sdk/state';
import { ErrorNotice, LightButton, SearchInput, useStore, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import type { CapaStore } from './CapaStore.ts';
import css from '../ncr/ncr.module.css';
import own from './capa.module.css';

const size = 20;

/** Non-conformances that are found by their words, of both lists; the newest before somebody types. */
export const LinkNcr = observer(function LinkNcr({ store, capa }: { store: CapaStore; capa: Capa }) {
  const t = useTexts();
  const { question } = useStore((host) => {
    const asked = new Question<string, NcrLine[]>(host, {
      ask: async (text, signal) => {
        const of = async (view: 'PROCESS' | 'PART') =>
          (await host.api.call(searchNcrs, { body: { view, text, size } }, { signal })).ncrs;
        const found = (await Promise.all([of('PROCESS'), of('PART')])).flat();
        return [...new Map(found.map((ncr) => [ncr.id, ncr])).values()].toSorted((one, other) => other.id - one.id);
      },
      failed: 'non-conformances could not be listed',
    });
    return { question: asked, start: () => asked.start('') };
  });
  const linked = new Set(capa.ncrs.map(({ id }) => id));
  const found = question.answer?.filter(({ id }) => !linked.has(id));
  return (
    <SideDrawer title={t('capa.ncrs.link')} size={480} unsaved={false} onClose={() => store.open(null)}>
      <SearchInput
        label={t('capa.ncrs.search')}
        placeholder={t('capa.ncrs.search')}
        onSearch={(text) => question.ask(text)}
      />
      {question.error !== null && (
        <ErrorNotice subject={t('capa.ncrs')} error={question.error} onRetry={question.retry} />
      )}
      {found?.length === 0 && <p className={css['quiet']}>{t('capa.ncrs.notFound')}</p>}
      <ul className={own['tasks']} aria-label={t('capa.ncrs')}>
        {found?.map(({ id, number, title }) => (
          <li key={id}>
            <span className={css['rowHead']}>
              <span>
                {number} <bdi>{title}</bdi>
              </span>
              <LightButton
                size="small"
                aria-label={t('capa.ncrs.linkNamed', { number })}
                disabled={store.linking.busy}
                onClick={() => void store.linking.run(id)}
              >
                {t('capa.ncrs.linkIt')}
              </LightButton>
            </span>
          </li>
        ))}
      </ul>
    </SideDrawer>
  );
});
