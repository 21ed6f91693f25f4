/** The page at `/api`: an empty frame that `reference-script.ts` fills from the document. */
export const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sinter API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/reference.css">
<script src="/api/reference.js" defer></script>
</head>
<body>
<header>
<h1>Sinter API</h1>
<input id="search" type="search" placeholder="Search by path, name or summary" aria-label="Search calls" autofocus>
<span id="who">Not signed in</span>
<a href="/api/openapi.json">OpenAPI document</a>
</header>
<div class="columns">
<nav id="areas" aria-label="Areas"></nav>
<main id="calls" aria-live="polite"><p class="note">Loading…</p></main>
</div>
<noscript><p class="note">This page needs JavaScript. The <a href="/api/openapi.json">document itself</a> does not.</p></noscript>
</body>
</html>
`;

export const css = `
:root{--bg:#f5f6f8;--card:#fff;--line:#e0e4ea;--text:#1b2330;--soft:#5c6776;--accent:#1f5eff;--code:#f1f3f7;
--get:#0b7a55;--post:#1f5eff;--put:#9a5b00;--delete:#c0262d}
@media (prefers-color-scheme:dark){:root{--bg:#12151a;--card:#1a1e25;--line:#2c323c;--text:#e7eaef;--soft:#9aa4b2;
--accent:#7ea2ff;--code:#12151a;--get:#4fc796;--post:#7ea2ff;--put:#e0a347;--delete:#ff7f84}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:14px/1.5 system-ui,sans-serif}
a{color:var(--accent)}
header{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center;padding:10px 24px;background:var(--card);border-bottom:1px solid var(--line)}
h1{margin:0;font-size:17px;font-weight:650}
#search{flex:1 1 240px;max-width:520px}
#who{margin-left:auto;color:var(--soft)}
.columns{display:grid;grid-template-columns:200px minmax(0,1fr);max-width:1180px;margin:0 auto;padding:24px;gap:32px}
nav{position:sticky;top:84px;align-self:start;display:grid;gap:2px}
nav a{display:flex;justify-content:space-between;padding:5px 10px;border-radius:6px;color:inherit;text-decoration:none;text-transform:capitalize}
nav a:hover{background:var(--line)}
nav span,.note{color:var(--soft)}
h2{margin:28px 0 10px;font-size:15px;text-transform:capitalize;scroll-margin-top:70px}
h2:first-child{margin-top:0}
details{margin:0 0 8px;background:var(--card);border:1px solid var(--line);border-radius:8px}
summary{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;padding:9px 14px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:focus-visible,input:focus-visible,textarea:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
summary p{flex-basis:100%;margin:0;color:var(--soft)}
.method{min-width:52px;font:650 12px/1.5 ui-monospace,monospace}
.get{color:var(--get)}.post{color:var(--post)}.put{color:var(--put)}.delete{color:var(--delete)}
.path{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
.tag{padding:0 8px;border:1px solid var(--line);border-radius:10px;color:var(--soft);font-size:12px}
.tag.off{border-color:var(--put);color:var(--put)}
.body{display:grid;gap:14px;padding:4px 14px 16px;border-top:1px solid var(--line)}
.body h3{margin:8px 0 -6px;font-size:13px}
pre{max-height:420px;margin:0;padding:10px 12px;overflow:auto;background:var(--code);border:1px solid var(--line);border-radius:6px;font:12px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
label{display:grid;gap:3px;color:var(--soft)}
input,textarea{width:100%;padding:7px 10px;border:1px solid var(--line);border-radius:6px;background:var(--bg);color:var(--text);font:13px ui-monospace,monospace}
#search{font-family:inherit}
textarea{min-height:120px;resize:vertical}
form{display:grid;gap:10px}
button{justify-self:start;padding:7px 18px;border:0;border-radius:6px;background:var(--accent);color:var(--card);font:600 13px system-ui,sans-serif;cursor:pointer}
button:disabled{opacity:.5;cursor:default}
.status{font-weight:600}.status.bad{color:var(--delete)}.status.good{color:var(--get)}
@media (max-width:760px){.columns{grid-template-columns:minmax(0,1fr);padding:16px;gap:12px}nav{position:static;grid-auto-flow:column;overflow-x:auto;justify-content:start}nav a{gap:8px}}
`;
