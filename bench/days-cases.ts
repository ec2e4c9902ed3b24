/** Instances with many days, generated from seeds: towns, customers who order on some days, seasons, hours and fleets in half of them. */
import { createInstance, type Instance, type InstanceInput } from '../src/problem/instance.ts';
import { Random } from '../src/run/random.ts';

export interface DaysCase {
  readonly name: string;
  /** With all days. */
  readonly instance: Instance;
}

/** `days`: how many are drawn. */
export function daysCase(seed: number, days: number): DaysCase {
  const random = new Random(seed * 7919);
  const n = [100, 150, 200, 300, 400][seed % 5];
  const m = 10 + random.int(11);
  const isSeasonal = seed % 2 === 0;
  const hasHours = seed % 4 >= 2;
  const towns = Array.from({ length: 3 + random.int(5) }, () => ({ x: 100 * random.float(), y: 100 * random.float() }));
  const near = () => {
    const town = towns[random.int(towns.length)];
    return random.float() < 0.3
      ? { x: 100 * random.float(), y: 100 * random.float() }
      : { x: clip(town.x + 10 * random.normal()), y: clip(town.y + 10 * random.normal()) };
  };
  const customers = Array.from({ length: n }, (_, i) => {
    const attendance = random.float() < 0.3 ? 0.9 : 0.15 + 0.5 * random.float();
    return { id: `C${i + 1}`, ...near(), mean: 5 + 20 * random.float(), attendance, summer: random.float() < 0.5 };
  });
  const orders = Array.from({ length: days }, (_, day) => {
    const season = isSeasonal ? Math.sin((2 * Math.PI * day) / days) : 0;
    const whole = 1 + 0.15 * random.normal();
    return customers.flatMap(({ id, mean, attendance, summer }) => {
      const likely = attendance * (isSeasonal ? 1 + (summer ? 0.8 : -0.5) * season : 1);
      const demand = Math.round(10 * mean * Math.max(0.2, whole * (1 + 0.4 * random.normal()))) / 10;
      return random.float() < likely ? [{ customer: id, demand: Math.min(demand, 60) }] : [];
    });
  });
  const most = Math.max(...orders.map((list) => list.reduce((sum, { demand }) => sum + demand, 0)));
  const depots = Array.from({ length: m }, (_, d) => ({
    id: `D${d + 1}`,
    ...near(),
    capacity: Math.round(most * (0.3 + 0.3 * random.float())),
    openingCost: Math.round(60 + 90 * random.float()),
  }));
  const input: InstanceInput = {
    name: `days-${seed}`,
    depots,
    customers: customers.map(({ id, x, y, mean }) => ({
      id,
      x,
      y,
      demand: mean,
      ...(hasHours && { serviceTime: 6, ...(random.float() < 0.3 && { timeWindows: [windowOf(random)] }) }),
    })),
    ...(hasHours
      ? {
          vehicles: [
            { id: 'van', capacity: 80, fixedCost: 12, costPerDistance: 0.8, maxDuration: 600 },
            { id: 'truck', capacity: 160, fixedCost: 20, costPerDistance: 1.1, maxDuration: 600 },
          ],
          travel: { kind: 'euclidean' as const, speed: 50 },
        }
      : { vehicleCapacity: 120, vehicleCost: 15 }),
    days: orders.map((list, day) => ({ name: `day ${day + 1}`, orders: list })),
  };
  return { name: input.name, instance: createInstance(input) };
}

const clip = (value: number) => Math.min(100, Math.max(0, value));
const windowOf = (random: Random): [number, number] => (random.float() < 0.5 ? [480, 720] : [720, 1080]);
