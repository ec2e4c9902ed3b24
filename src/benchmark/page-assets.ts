/** Style and script of the benchmark page. */

export const benchmarkStyle = `
body { font: 15px/1.45 Inter, system-ui, sans-serif; color: #1c2430; margin: 2rem auto; max-width: 1240px; padding: 0 1rem; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; margin: 1rem 0; }
caption { text-align: left; color: #656e7a; padding-bottom: .4rem; max-width: 72rem; }
th, td { padding: .22rem .5rem; border-bottom: 1px solid #dde1e7; text-align: left; white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
#scores thead th { position: sticky; top: 0; background: #fff; }
th button { all: unset; cursor: pointer; font-weight: 600; }
th button:focus-visible { outline: 2px solid #0072b2; }
th[aria-sort=ascending] button::after { content: ' ▲'; } th[aria-sort=descending] button::after { content: ' ▼'; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(520px, 1fr)); gap: 1rem; }
figure { margin: 0; border: 1px solid #dde1e7; border-radius: 6px; overflow: hidden; } figure svg, #map svg { width: 100%; height: auto; display: block; } #map svg { max-height: 84vh; }
dialog { width: min(1200px, 94vw); border: 1px solid #dde1e7; border-radius: 8px; } input { font: inherit; padding: .3rem .6rem; width: 20rem; }
#failures td:first-child { color: #c21807; }
`;

/** Plain browser code: sorting, filtering, and maps unpacked on demand. */
export const benchmarkScript = `
const table = document.getElementById('scores'), body = table.tBodies[0], rows = [...body.rows];
const heads = [...table.tHead.rows[0].cells];
const valueOf = (row, k) => { const cell = row.cells[k]; return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value); };
const compare = (a, b) => a === b ? 0 : a === '' ? 1 : b === '' ? -1 : typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
heads.forEach((head, k) => head.querySelector('button')?.addEventListener('click', () => {
  const down = head.getAttribute('aria-sort') === 'ascending';
  heads.forEach((other) => other.removeAttribute('aria-sort'));
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  rows.sort((a, b) => (down ? -1 : 1) * compare(valueOf(a, k), valueOf(b, k)));
  body.append(...rows);
}));
const filter = document.getElementById('filter'), shown = document.getElementById('shown');
const show = () => {
  const words = filter.value.toLowerCase().split(' ').filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) count++;
  }
  shown.textContent = count + ' of ' + rows.length + ' rows';
};
filter.addEventListener('input', show); show();
const maps = JSON.parse(document.getElementById('maps').textContent);
body.addEventListener('click', async (event) => {
  const key = event.target.dataset?.map;
  if (key === undefined) return;
  const bytes = Uint8Array.from(atob(maps[key]), (letter) => letter.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  document.getElementById('map').innerHTML = text;
  document.getElementById('viewer').showModal();
});
`;
