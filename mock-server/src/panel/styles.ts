/** Of the frame that `/__mock/panel.js` adds. The page's own rules cannot change what is important here. */
export const frameStyles = `
:host { all: initial !important; }
iframe {
  all: initial;
  position: fixed;
  z-index: 2147483647;
  bottom: 4px;
  display: block;
  visibility: hidden;
  width: 60px;
  height: 60px;
  max-width: calc(100vw - 8px);
  color-scheme: light dark;
}
iframe.left, iframe.right { visibility: visible; }
iframe.left { left: 4px; }
iframe.right { right: 4px; }
iframe.closed { width: calc(var(--width) + 16px); height: calc(var(--height) + 16px); }
iframe.open { width: 456px; height: min(656px, 100vh - 8px); }
`

/**
 * Of the panel. Lengths are in pixels: a page may have any size as its rem. The host's rules are important, because those
 * of the page would go before them.
 */
export const panelStyles = `
:host {
  all: initial !important;
  color-scheme: light dark !important;
}
:host([data-mode="page"]) { display: block !important; }

main, aside {
  --paper: #fbfaf7;
  --raised: #fff;
  --ink: #22211e;
  --quiet: #65615a;
  --line: #e4e0d7;
  --edge: #8f897c;
  --tile: #f3f0e9;
  --accent: #256b5c;
  --accent-soft: #e2f0ec;
  --on-accent: #fff;
  --good: #1f6a4d;
  --good-soft: #e1f1e8;
  --caution: #7d5200;
  --caution-soft: #fbf0d8;
  --caution-line: #d9a531;
  --bad: #a02c25;
  --bad-soft: #fbe6e3;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
  color: var(--ink);
  font: 14px/1.45 system-ui, sans-serif;
  text-align: start;
}
@media (prefers-color-scheme: dark) {
  main, aside {
    --paper: #171614;
    --raised: #1f1e1b;
    --ink: #ece9e2;
    --quiet: #a8a296;
    --line: #35322d;
    --edge: #7d766a;
    --tile: #272521;
    --accent: #7fc4b2;
    --accent-soft: #1d3530;
    --on-accent: #10211d;
    --good: #86cfa9;
    --good-soft: #1b3227;
    --caution: #e3b964;
    --caution-soft: #35290f;
    --caution-line: #b98a2b;
    --bad: #f39d93;
    --bad-soft: #3d1f1c;
  }
}

*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
h1, h2, h3, h4, p, ul, ol { margin: 0; padding: 0; font-size: inherit; list-style: none; }
code { font: 12.5px var(--mono); }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.quiet { color: var(--quiet); }
.good { color: var(--good); }
.caution { color: var(--caution); }
.bad { color: var(--bad); }

button, select, input {
  min-height: 28px;
  margin: 0;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--raised);
  color: inherit;
  font: inherit;
  font-size: 13px;
}
input, select { min-width: 0; padding: 2px 8px; border-color: var(--edge); }
input::placeholder { color: var(--quiet); opacity: 1; }
select { text-overflow: ellipsis; }
button { padding: 2px 10px; border-color: var(--edge); cursor: pointer; }
button:hover { border-color: var(--accent); color: var(--accent); }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button.primary:hover { filter: brightness(1.1); }
button.icon { width: 28px; padding: 0; border-color: transparent; background: none; color: var(--quiet); }
button.icon:hover { background: var(--tile); color: var(--ink); }
.buttons { display: flex; flex-wrap: wrap; gap: 6px; }

.logo { flex: none; width: 20px; height: 20px; }
.mark { fill: #256b5c; }
.lens { fill: none; stroke: #fff; stroke-width: 1.6; stroke-dasharray: 2 1.35; }

/* The button that opens the panel */
aside > * { position: fixed; z-index: 2147483647; }
.launcher {
  bottom: 12px;
  display: flex;
  gap: 8px;
  align-items: center;
  height: 40px;
  padding: 0 10px;
  border: 1px solid var(--line);
  border-radius: 20px;
  background: var(--raised);
  box-shadow: 0 2px 8px rgb(0 0 0 / 20%);
  font: 600 12.5px var(--mono);
  white-space: nowrap;
}
.launcher span:empty { display: none; }
.launcher span { max-width: 176px; overflow: hidden; text-overflow: ellipsis; }
.launcher.warned::after {
  position: absolute;
  top: 0;
  right: 0;
  width: 11px;
  height: 11px;
  border: 2px solid var(--raised);
  border-radius: 50%;
  background: var(--caution-line);
  content: "";
}
:host([data-side="right"]) aside > * { right: 12px; }
:host([data-side="left"]) aside > * { left: 12px; }

/* The panel */
.panel.floating, .panel.framed {
  bottom: 12px;
  display: flex;
  flex-direction: column;
  width: 440px;
  max-width: calc(100vw - 24px);
  height: min(640px, 100dvh - 24px);
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--paper);
  box-shadow: 0 8px 32px rgb(0 0 0 / 28%);
}
/* The frame has the size of the panel and a place for its shadow. */
.panel.framed { bottom: 8px; max-width: calc(100vw - 16px); height: calc(100dvh - 16px); box-shadow: 0 1px 8px rgb(0 0 0 / 30%); }
:host([data-mode="framed"]) .launcher { bottom: 8px; }
:host([data-mode="framed"][data-side="right"]) aside > * { right: 8px; }
:host([data-mode="framed"][data-side="left"]) aside > * { left: 8px; }
@media (prefers-reduced-motion: no-preference) {
  .panel.floating { animation: rise 140ms ease-out; }
}
@keyframes rise { from { transform: translateY(8px); opacity: 0; } }

.top { display: flex; flex: none; gap: 4px 10px; align-items: center; padding: 8px 8px 8px 14px; border-bottom: 1px solid var(--line); }
.brand { display: flex; gap: 6px; align-items: center; font-size: 14px; font-weight: 650; white-space: nowrap; }
.brand span { color: var(--quiet); font-weight: 400; }
.connection { display: flex; flex: 1; gap: 6px; align-items: center; min-width: 0; color: var(--quiet); font-size: 12.5px; }
.connection:not(:empty)::before { flex: none; width: 7px; height: 7px; border-radius: 50%; background: var(--good); content: ""; }
.connection.lost { color: var(--bad); }
.connection.lost::before { background: var(--bad); }

.sees { display: grid; flex: none; gap: 6px; padding: 12px 14px 8px; }
.label { color: var(--quiet); font-size: 12px; font-weight: 500; }
.now { display: flex; gap: 8px; align-items: center; }
.now button { flex: none; }
.seen { display: flex; flex: 1; flex-wrap: wrap; gap: 0 8px; align-items: baseline; min-width: 0; overflow-wrap: anywhere; }
.seen strong { font-size: 17px; font-weight: 650; letter-spacing: -0.01em; }
.seen span { color: var(--quiet); font-size: 12.5px; }
.chips { display: flex; flex-wrap: wrap; gap: 6px; padding-top: 2px; }
.chips button { padding: 2px 11px; border-color: var(--line); border-radius: 14px; }
.chips button:hover { border-color: var(--accent); }
.chips button[aria-pressed="true"] { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.options { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; justify-content: space-between; padding-top: 2px; }
.options label { display: flex; gap: 6px; align-items: center; color: var(--quiet); font-size: 12.5px; }
.options label select { color: var(--ink); }

.count { color: var(--quiet); font-size: 12px; font-weight: 400; font-variant-numeric: tabular-nums; }
.count.caution { color: var(--caution); }
.tab-view { display: flex; flex: 1; flex-direction: column; min-height: 0; }
.tabs { display: flex; flex: none; gap: 18px; padding: 0 14px; border-bottom: 1px solid var(--line); }
.tabs button { min-height: 34px; padding: 0; border: 0; border-bottom: 2px solid transparent; border-radius: 0; background: none; color: var(--quiet); }
.tabs button[aria-selected="true"] { border-bottom-color: var(--accent); color: var(--ink); font-weight: 600; }
.tabs button:focus-visible { outline-offset: -2px; }
.contents { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; }
.contents > div { min-height: 100%; padding: 10px 14px 14px; }
.contents > div:focus-visible { outline-offset: -2px; }

.list { border: 1px solid var(--line); border-radius: 8px; background: var(--raised); }
.list > li { min-width: 0; }
.list > li + li { border-top: 1px solid var(--line); }
.empty { padding: 28px 16px; border: 1px dashed var(--line); border-radius: 8px; color: var(--quiet); text-align: center; text-wrap: balance; }
input[type="search"] { width: 100%; margin-bottom: 8px; }
.facts { display: flex; flex-wrap: wrap; gap: 0 10px; color: var(--quiet); font-size: 12.5px; overflow-wrap: anywhere; }
.facts > * { min-width: 0; }
.about { flex: 1; min-width: 0; }

/* Scenarios */
.scenario.current { box-shadow: inset 3px 0 var(--accent); }
.summary { display: flex; gap: 8px; align-items: center; padding: 8px 10px 8px 12px; }
.about > h3, .about > h4 { font: 600 13px/1.45 var(--mono); overflow-wrap: anywhere; }
.description { color: var(--quiet); font-size: 12.5px; }
.use { flex: none; }
.use[aria-pressed="true"] { border-color: var(--accent); background: var(--accent-soft); color: var(--accent); }
.use[aria-pressed="true"]::before { content: "✓ " / ""; }
.more { flex: none; position: relative; width: 28px; padding: 0; border-color: transparent; background: none; }
.more:hover { background: var(--tile); }
.more::before {
  position: absolute;
  top: calc(50% - 6px);
  left: calc(50% - 4px);
  width: 8px;
  height: 8px;
  border: solid currentcolor;
  border-width: 0 1.5px 1.5px 0;
  transform: rotate(45deg);
  content: "";
}
.more[aria-expanded="true"]::before { top: calc(50% - 2px); transform: rotate(225deg); }
.details { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; padding: 12px; border-top: 1px solid var(--line); background: var(--tile); }
.scenario:last-child .details { border-radius: 0 0 8px 8px; }
.transitions { display: grid; gap: 6px; }
.transitions li { display: grid; grid-template-columns: 112px minmax(0, 1fr); gap: 2px 10px; align-items: center; }
.transitions p { color: var(--quiet); font-size: 12.5px; }
.fault { display: grid; gap: 8px; }
.preset { display: grid; grid-template-columns: 112px minmax(0, 1fr); gap: 10px; align-items: center; }
summary { width: fit-content; color: var(--accent); font-size: 13px; cursor: pointer; }
.fault-values { display: grid; grid-template-columns: repeat(auto-fill, minmax(104px, 1fr)); gap: 8px; padding-top: 8px; }
.fault-values label { display: grid; gap: 2px; color: var(--quiet); font-size: 12px; }
.fault-values label > * { width: 100%; color: var(--ink); }
.fault-values .buttons { grid-column: 1 / -1; }
.addresses { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; }
.links { display: flex; flex-wrap: wrap; gap: 6px; }
.copyable { display: inline-flex; gap: 8px; align-items: center; max-width: 100%; padding-inline-start: 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); font-size: 13px; }
.copyable > :not(button, code) { flex: none; }
.copyable code { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.copyable button { flex: none; padding: 2px 8px; border: 0; border-inline-start: 1px solid var(--line); border-radius: 0 5px 5px 0; background: none; color: var(--quiet); font-size: 12px; }
.copyable button:hover { color: var(--accent); }

/* Requests */
.request { display: grid; grid-template-columns: 44px minmax(0, 1fr) auto; gap: 6px 8px; align-items: start; padding: 8px 10px 8px 12px; }
.status { padding: 1px 0; border-radius: 4px; background: var(--tile); font-size: 12.5px; font-weight: 600; font-variant-numeric: tabular-nums; text-align: center; }
.status.good { background: var(--good-soft); }
.status.caution { background: var(--caution-soft); }
.status.bad { background: var(--bad-soft); }
.target { overflow-wrap: anywhere; }
.method { font-size: 12.5px; font-weight: 600; }
.request .facts { font-variant-numeric: tabular-nums; }
.request .buttons { flex-wrap: nowrap; gap: 4px; }
.request .buttons button { min-height: 24px; padding: 1px 7px; border-color: var(--line); color: var(--quiet); font-size: 12px; }
.request .buttons button:hover { border-color: var(--accent); color: var(--accent); }
.warnings { display: grid; grid-column: 1 / -1; gap: 4px; }
.warnings li { padding: 5px 9px; border-inline-start: 3px solid var(--caution-line); border-radius: 3px; background: var(--caution-soft); font-size: 13px; overflow-wrap: anywhere; }

/* What an action did. It stays in the page: a live region that appears with its text is not read aloud. */
.note { display: flex; flex: none; flex-wrap: wrap; gap: 8px; align-items: center; padding: 8px 10px 8px 14px; border-top: 1px solid var(--line); background: var(--raised); }
.note p { flex: 1 1 120px; min-width: 0; max-height: 96px; overflow: auto; font-size: 13px; overflow-wrap: anywhere; }
.note button { flex: none; }
.note.failed { box-shadow: inset 3px 0 var(--bad); }
.note.empty-note { padding: 0; border: 0; }

/* The page */
.panel.page { max-width: 1560px; min-height: 100dvh; margin: 0 auto; padding: 0 clamp(12px, 2vw, 28px) 72px; }
main { min-height: 100dvh; background: var(--paper); }
.page .top { flex-wrap: wrap; padding: 12px 0; }
.page .brand { font-size: 17px; }
.page .connection { flex: none; }
.page .top .copyable { margin-inline-start: auto; }
.page .sees { margin-block: 16px 8px; padding: 14px 16px 10px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
.page h2:not(.label) { padding-block: 12px 8px; font-size: 15px; font-weight: 650; }
.page .columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px 28px; }
.page .note {
  position: fixed;
  z-index: 2;
  right: 12px;
  bottom: 12px;
  left: 12px;
  width: fit-content;
  max-width: min(704px, 100% - 24px);
  margin-inline: auto;
  border: 1px solid var(--edge);
  border-radius: 8px;
  box-shadow: 0 4px 16px rgb(0 0 0 / 25%);
}
.page .note.empty-note { border: 0; box-shadow: none; }
@media (min-width: 1000px) {
  .page .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; }
  .page .requests { position: sticky; top: 0; }
  .page .requests .list { max-height: calc(100dvh - 64px); overflow-y: auto; }
}
@media (max-width: 480px) {
  .transitions li { grid-template-columns: minmax(0, 1fr); justify-items: start; }
  .preset { grid-template-columns: minmax(0, 1fr); gap: 4px; }
  .page .summary { flex-wrap: wrap; }
  .page .top .copyable { margin-inline-start: 0; }
}
`
