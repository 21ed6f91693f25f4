import { useReadable } from '@sinter/sdk/ui';
import { activeTheme } from '@sinter/sdk/ui/host';
import { Brand } from '../layout/Brand.tsx';
import { useHostTexts } from '#host/browser/useHostTexts.ts';
import css from './signIn.module.css';

const centre = { x: 300, y: 300 };
const layers = Array.from({ length: 26 }, (_, index) => {
  const height = index / 25;
  // A turned vase: the contour of each layer is an ellipse whose radius swings with the height.
  const radius = 120 + 46 * Math.sin(height * 5.2 + 0.5) - 26 * height;
  return { cy: centre.y + 190 - height * 380, rx: radius, ry: radius * 0.3, height };
});

/** Beside the sign-in: the theme's picture, else a part growing layer by layer. */
export function Hero() {
  const t = useHostTexts();
  const picture = useReadable(activeTheme)['hero-image']?.fileURL;
  return (
    <aside className={css['hero']}>
      {picture && <img className={css['picture']} src={picture} alt="" />}
      <Brand ground="dark" />
      {!picture && <Vase />}
      <div className={css['words']}>
        <p className={css['slogan']}>{t('signIn.hero.title')}</p>
        <p>{t('signIn.hero.text')}</p>
      </div>
    </aside>
  );
}

const Vase = () => (
  <svg className={css['part']} viewBox="0 0 600 600" aria-hidden="true">
    <ellipse className={css['plate']} cx={centre.x} cy={centre.y + 214} rx="230" ry="70" />
    {layers.map(({ cy, rx, ry, height }) => (
      <ellipse
        key={height}
        className={css['layer']}
        cx={centre.x}
        cy={cy}
        rx={rx}
        ry={ry}
        style={{ animationDelay: `${height * 1.6}s` }}
      />
    ))}
    <path className={css['beam']} d="M300 20V108" />
    <circle className={css['spot']} cx="300" cy="110" r="5" />
  </svg>
);
