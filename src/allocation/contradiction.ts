/** Which rules leave no allocation: every rule is a group of rows, and an irreducible set of groups explains the contradiction. */
import { explainContradiction } from '../mip/iis.ts';
import { MipBuilder, type MipModel } from '../mip/model.ts';
import type { MipSolver } from '../mip/solver.ts';
import { NeoLrpError } from '../problem/errors.ts';
import type { Instance } from '../problem/instance.ts';
import { namedRules } from '../problem/rules.ts';
import type { Stop } from '../run/stop.ts';

/** The error to throw for an instance that a solver has proved infeasible. */
export async function contradiction(instance: Instance, solver: MipSolver, stop: Stop): Promise<NeoLrpError> {
  const explanation = await explainContradiction(ruleModel(instance), solver, stop);
  if (explanation.status !== 'contradiction' || explanation.groups.length === 0)
    return new NeoLrpError(
      'E_INFEASIBLE',
      'no allocation satisfies all rules and capacities; time ran out before the conflicting ones were found',
    );
  const { groups, irreducible } = explanation;
  if (groups.every((group) => group === capacities))
    return new NeoLrpError(
      'E_INFEASIBLE_CAPACITY',
      'the depots could supply the demand in total, but no division of the customers among them fits',
      {
        field: 'depots.capacity',
      },
    );
  return new NeoLrpError(
    'E_INFEASIBLE_RULES',
    `these contradict each other: ${groups.join('; ')}${irreducible ? '; drop or relax one of them' : ' (perhaps not all of them matter)'}`,
    { field: 'rules' },
  );
}

const capacities = 'the capacities of the depots';

/** The location rows with every rule as a named group; no costs, no network. */
function ruleModel(instance: Instance): MipModel {
  const { depots, customers } = instance;
  const builder = new MipBuilder(`${instance.name}-rules`);
  const open = depots.map(({ id }) => builder.addBinary(0, `y_${id}`));
  const assign = customers.map(({ id }) => depots.map((depot) => builder.addBinary(0, `w_${id}_${depot.id}`)));
  const rowOf = new Map(customers.map(({ id }, i) => [id, assign[i]]));
  const row = (id: string) => rowOf.get(id) ?? [];
  const ones = (columns: readonly number[]) => columns.map(() => 1);

  assign.forEach((columns) => {
    builder.equal({ columns, coefficients: ones(columns) }, 1);
    columns.forEach((w, d) => {
      builder.atMost({ columns: [w, open[d]], coefficients: [1, -1] }, 0);
    });
  });
  depots.forEach(({ id, capacity, status }, d) => {
    if (status !== 'candidate')
      builder.equal({ columns: [open[d]], coefficients: [1] }, status === 'open' ? 1 : 0, { group: `depot '${id}' is locked ${status}` });
    if (capacity === null) return;
    const columns = [...assign.map((ws) => ws[d]), open[d]];
    builder.atMost({ columns, coefficients: [...customers.map((c) => c.demand), -capacity] }, 0, { group: capacities });
  });

  const all = { columns: open, coefficients: ones(open) };
  const bar = (id: string, group: string, barred: (depot: string) => boolean) => {
    const columns = row(id).filter((_, d) => barred(depots[d].id));
    if (columns.length > 0) builder.atMost({ columns, coefficients: ones(columns) }, 0, { group });
  };
  for (const { text: group, rule } of namedRules(instance)) {
    if (rule.minOpen !== undefined) builder.atLeast(all, rule.minOpen, { group });
    if (rule.maxOpen !== undefined) builder.atMost(all, rule.maxOpen, { group });
    if (rule.openingBudget !== undefined)
      builder.atMost({ columns: open, coefficients: depots.map((d) => d.openingCost) }, rule.openingBudget, { group });
    for (const ids of rule.oneOf ?? []) {
      const columns = open.filter((_, d) => ids.includes(depots[d].id));
      builder.atMost({ columns, coefficients: ones(columns) }, 1, { group });
    }
    for (const ids of rule.apart ?? [])
      open.forEach((_, d) => {
        const columns = ids.map((id) => row(id)[d]);
        builder.atMost({ columns, coefficients: ones(columns) }, 1, { group });
      });
    for (const ids of rule.together ?? [])
      for (const id of ids.slice(1))
        open.forEach((_, d) => {
          builder.equal({ columns: [row(ids[0])[d], row(id)[d]], coefficients: [1, -1] }, 0, { group });
        });
    for (const [id, list] of Object.entries(rule.allowed ?? {})) bar(id, group, (depot) => !list.includes(depot));
    for (const [id, list] of Object.entries(rule.forbidden ?? {})) bar(id, group, (depot) => list.includes(depot));
  }
  return builder.build();
}
