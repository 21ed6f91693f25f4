/**
 * Shown until a host has drawn its first screen. Inline, so that it does not wait for a style sheet. The colours are the
 * palette's own, which the theme may replace. Before the page's scripts have said which palette is used, a dark system
 * is dark, whatever a theme says for light.
 */
export default `
:root{--background:#f3f5f8;--surface:#fff;--border:#dce2e9;--text:#16202e;--navigation:#101d30;--navigation-hover:#1b2c46}
@media (prefers-color-scheme:dark){:root:not([data-theme]){--background:#0d131b;--surface:#151d28;--border:#283445;--text:#e6ebf2;--navigation:#0a1019;--navigation-hover:#16202e}}
body{margin:0;background:var(--background);color:var(--text);font:14px/1.5 system-ui,sans-serif}
.skeleton{display:grid;grid:56px 1fr/240px 1fr;min-height:100vh}
.skeleton.bare{grid-template-columns:0 1fr}
.skeleton header{grid-column:1/-1;background:var(--surface);border-block-end:1px solid var(--border)}
.skeleton nav{background:var(--navigation);padding:20px}
.skeleton main{padding:32px;grid-column:2}
.skeleton i{display:block;height:14px;margin:0 0 18px;border-radius:7px;background:var(--border);animation:skeleton 1.4s ease-in-out infinite}
.skeleton nav i{background:var(--navigation-hover)}
.skeleton main i{height:72px;border-radius:8px}
.skeleton-note{max-width:32em;margin:18vh auto 0;padding:0 24px;text-align:center}
@keyframes skeleton{50%{opacity:.45}}
@media (max-width:760px){.skeleton{grid-template-columns:0 1fr}.skeleton nav{display:none}}
@media (prefers-reduced-motion:reduce){.skeleton i{animation:none}}
`;
