/** Which of the known names somebody meant. */

const folded = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The number of letters to insert, drop or replace. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let k = 1; k <= b.length; k++) next[k] = Math.min(row[k] + 1, next[k - 1] + 1, row[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}

/** Up to three names, the likeliest first; none that is nothing alike. */
export function nearest(name: string, known: readonly string[]): readonly string[] {
  const wanted = folded(name).slice(0, 60);
  const rated = known.map((other) => {
    const text = folded(other).slice(0, 60);
    const isPart = wanted.length > 2 && (text.includes(wanted) || wanted.includes(text)) && text.length > 0;
    return { other, distance: Math.min(editDistance(wanted, text), isPart ? 1 : Number.POSITIVE_INFINITY) };
  });
  const most = rated.some(({ distance }) => distance === 0) ? 0 : Math.max(1, Math.floor(wanted.length / 3));
  return rated
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ other }) => other);
}

/** `did you mean 'a' or 'b'?`; where nothing is alike, the first names there are. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near.length > 0) return `did you mean ${near.map((one) => `'${one}'`).join(' or ')}?`;
  const most = 60;
  const shown = known.slice(0, most).join(', ');
  return known.length > most ? `there are ${shown} and ${known.length - most} more` : `there are ${shown}`;
}
