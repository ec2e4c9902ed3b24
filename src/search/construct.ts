/** A first giant tour for a configuration: customers to the nearest open depot with room, each depot's customers in a sweep around it. */
import type { Random } from '../run/random.ts';
import { centre } from './crossover.ts';
import type { SearchData } from './data.ts';

/** Log-normal noise on distances to depots, so that no two sweeps divide the customers alike. */
const noise = 0.08;

export function sweepTour(data: SearchData, open: Uint8Array, random: Random): Int32Array {
  const { n, m, x, y } = data;
  const depotOf = assign(data, open, random);
  const [cx, cy] = centre(data);
  const depots: number[] = [];
  for (let d = 0; d < m; d++) if (open[d]) depots.push(d);
  depots.sort((a, b) => Math.atan2(y[n + a] - cy, x[n + a] - cx) - Math.atan2(y[n + b] - cy, x[n + b] - cx) || a - b);
  const tour = new Int32Array(n);
  const angle = new Float64Array(n);
  let at = 0;
  for (const d of depots) {
    const offset = random.float() * 2 * Math.PI;
    const members: number[] = [];
    for (let i = 0; i < n; i++) {
      if (depotOf[i] !== d) continue;
      const turned = Math.atan2(y[i] - y[n + d], x[i] - x[n + d]) + offset;
      angle[i] = turned > Math.PI ? turned - 2 * Math.PI : turned;
      members.push(i);
    }
    members.sort((a, b) => angle[a] - angle[b] || a - b);
    for (const i of members) tour[at++] = i;
  }
  return tour;
}

/** Tied groups go as one; the choice with most to lose goes first. */
function assign(data: SearchData, open: Uint8Array, random: Random): Int32Array {
  const { n, m, places, cost, demand, depotCapacity, rules } = data;
  const depotOf = new Int32Array(n).fill(-1);
  const left = depotCapacity.slice();
  const factor = Float64Array.from({ length: m }, () => Math.exp(noise * random.normal()));
  const groups = new Map<number, number[]>();
  for (let i = 0; i < n; i++) {
    const members = groups.get(rules.group[i]);
    if (members) members.push(i);
    else groups.set(rules.group[i], [i]);
  }
  const wishes = [...groups.entries()].map(([g, members]) => {
    const load = members.reduce((sum, i) => sum + demand[i], 0);
    const choices: { d: number; cost: number }[] = [];
    for (let d = 0; d < m; d++) {
      if (!open[d] || !rules.allowed[g * m + d]) continue;
      let sum = 0;
      for (const i of members) sum += cost[(n + d) * places + i] + cost[i * places + n + d];
      choices.push({ d, cost: sum * factor[d] });
    }
    choices.sort((a, b) => a.cost - b.cost || a.d - b.d);
    const regret = choices.length > 1 ? choices[1].cost - choices[0].cost : Number.POSITIVE_INFINITY;
    return { g, members, load, choices, regret };
  });
  wishes.sort((a, b) => (a.regret === b.regret ? a.g - b.g : b.regret - a.regret));
  const foes = new Map<number, Set<number>>();
  for (const [g, h] of rules.apart) {
    foes.set(g, (foes.get(g) ?? new Set()).add(h));
    foes.set(h, (foes.get(h) ?? new Set()).add(g));
  }
  for (const { g, members, load, choices } of wishes) {
    const met = (d: number) => [...(foes.get(g) ?? [])].some((foe) => depotOf[foe] === d);
    const pick = choices.find(({ d }) => left[d] >= load && !met(d)) ??
      choices.find(({ d }) => !met(d)) ??
      choices[0] ?? { d: open.indexOf(1) };
    for (const i of members) depotOf[i] = pick.d;
    left[pick.d] -= load;
  }
  return depotOf;
}
