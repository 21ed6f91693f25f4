/** Shown until a host has drawn its first screen. Inline, so that it does not wait for a style sheet. */
export default `
body{margin:0;background:#f5f6f8;color:#1d2430;font:14px/1.5 system-ui,sans-serif}
.skeleton{display:grid;grid:56px 1fr/240px 1fr;min-height:100vh}
.skeleton.bare{grid-template-columns:0 1fr}
.skeleton header{grid-column:1/-1;background:#fff;border-bottom:1px solid #e3e6eb}
.skeleton nav{background:#fff;border-right:1px solid #e3e6eb;padding:20px}
.skeleton main{padding:32px;grid-column:2}
.skeleton i{display:block;height:14px;margin:0 0 18px;border-radius:7px;background:#e3e6eb;animation:skeleton 1.4s ease-in-out infinite}
.skeleton main i{height:72px;border-radius:8px}
.skeleton-note{max-width:32em;margin:18vh auto 0;padding:0 24px;text-align:center}
@keyframes skeleton{50%{opacity:.45}}
@media (max-width:760px){.skeleton{grid-template-columns:0 1fr}.skeleton nav{display:none}}
@media (prefers-reduced-motion:reduce){.skeleton i{animation:none}}
@media (prefers-color-scheme:dark){body{background:#14171c;color:#e6e9ee}.skeleton header,.skeleton nav{background:#1b1f26;border-color:#2a2f38}.skeleton i{background:#2a2f38}}
`;
