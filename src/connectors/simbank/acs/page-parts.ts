/** Style and scripts of the challenge page: inline, allowed by their hashes, nothing is loaded. */
import { cspHash } from '../../../infra/http/html.ts'

export const STYLE = `
:root{color-scheme:light dark;--ink:#17202a;--soft:#5b6876;--line:#d5dbe1;--page:#eef1f5;--card:#fff;--strong:#0b5fae;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#a3afbb;--line:#38434e;--page:#11161b;--card:#1a2129;--strong:#6bb1f5;--bad:#ff9a90}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:1.75rem;background:var(--card);border:1px solid var(--line);border-radius:1rem}
h1{margin:0 0 1rem;font-size:1.35rem;line-height:1.25}
dl{display:grid;grid-template-columns:auto 1fr;gap:.4rem 1rem;margin:0 0 1.25rem;padding:1rem 0;border-block:1px solid var(--line)}
dt{color:var(--soft)}dd{margin:0;text-align:right;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
label{display:block;font-weight:600}
input[name=code]{width:100%;margin:.4rem 0 .25rem;padding:.7rem;font:600 1.4rem/1 ui-monospace,monospace;letter-spacing:.35em;text-align:center;color:inherit;background:transparent;border:2px solid var(--line);border-radius:.6rem}
small,footer{color:var(--soft);font-size:.85rem}
footer{margin-top:1.25rem}
.actions{display:flex;gap:.75rem;margin-top:1.1rem}
button{flex:1;padding:.75rem;font:inherit;font-weight:600;border-radius:.6rem;border:2px solid var(--strong);cursor:pointer}
button.main{background:var(--strong);color:var(--card)}
button.other{background:transparent;color:var(--strong)}
:focus-visible{outline:3px solid var(--strong);outline-offset:2px}
[role=alert]{margin:0 0 .75rem;color:var(--bad);font-weight:600}
`
/** Counts the minutes down in place; without script the page shows the initial number. */
export const COUNTDOWN = `
const left=document.querySelector('[data-seconds-left]');
if(left){const end=Date.now()+1000*left.dataset.secondsLeft;
setInterval(()=>{const s=Math.max(0,Math.round((end-Date.now())/1000));
left.textContent=Math.floor(s/60)+':'+String(s%60).padStart(2,'0')},1000)}
`
export const GO_BACK = `document.getElementById('postback').submit()`

export const STYLE_HASH = cspHash(STYLE)
export const COUNTDOWN_HASH = cspHash(COUNTDOWN)
export const GO_BACK_HASH = cspHash(GO_BACK)
