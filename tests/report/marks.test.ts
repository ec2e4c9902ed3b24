import { describe, expect, it } from 'vitest';
import { createInstance } from '../../src/problem/instance.ts';
import { drawCatchments, drawRouteSigns, drawStopNumbers } from '../../src/report/marks.ts';
import { shadeOf, themes } from '../../src/report/palette.ts';
import { screenOf, wholeView } from '../../src/report/projection.ts';
import { catchmentsOf, composeScene } from '../../src/report/scene.ts';

const theme = themes.light;
const size = { width: 800, height: 600 };

function drawn(count: number) {
  const instance = createInstance({
    name: 'rows',
    depots: [{ id: 'D', x: 0, y: 0 }],
    customers: Array.from({ length: 2 * count }, (_, k) => ({ id: `c${k}`, x: 50 * (1 + (k % 2)), y: 20 * Math.floor(k / 2), demand: 1 })),
    vehicleCapacity: 2,
  });
  const routes = Array.from({ length: count }, (_, k) => ({ depot: 'D', stops: [`c${2 * k}`, `c${2 * k + 1}`] }));
  const scene = composeScene(instance, { routes, open: new Set(['D']), theme, size });
  return { scene, ...screenOf(wholeView(instance, size), size) };
}

describe('routes on a map', () => {
  it('have the hue of their depot, and a shade of their own among five', () => {
    const { scene } = drawn(6);
    const colours = scene.routes.map(({ colour }) => colour);
    expect(colours[0]).toBe(scene.depots[0].colour);
    expect(new Set(colours.slice(0, 5)).size).toBe(5);
    expect(colours[5]).toBe(colours[0]);
    for (const colour of [...themes.light.depots, ...themes.dark.depots]) {
      const shades = [0, 1, 2, 3, 4].map((k) => shadeOf(colour, k));
      for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/);
      expect(shades[0]).toBe(colour);
    }
  });

  it('have numbers apart from each other, and arrows that point the way', () => {
    const { scene, toScreen } = drawn(4);
    const signs = drawRouteSigns(scene.routes, toScreen, size, theme);
    const numbers = [...signs.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>(\d+)</g)].map(([, x, y, label]) => ({ x: +x, y: +y, label }));
    expect(numbers.map(({ label }) => label)).toEqual(['1', '2', '3', '4']);
    for (const a of numbers) for (const b of numbers) if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(15);
    // The first arrow of the first route leaves the depot, towards its stops in the east.
    const [, tip, , back] = /d="M([\d.]+) ([\d.]+)L([\d.]+)/.exec(signs)?.map(Number) ?? [];
    expect(tip).toBeGreaterThan(back);
  });

  it('are left without signs where these would hide them', () => {
    const { scene, toScreen } = drawn(61);
    expect(drawRouteSigns(scene.routes, toScreen, size, theme)).toBe('');
    expect(drawStopNumbers(scene.routes, toScreen, size, theme)).toBe('');
    expect(drawRouteSigns(scene.routes.slice(0, 1), toScreen, size, theme)).toContain('>1<');
  });

  it('number their stops where there is room', () => {
    const { scene, toScreen } = drawn(1);
    expect([...drawStopNumbers(scene.routes, toScreen, size, theme).matchAll(/>(\d+)</g)].map(([, turn]) => turn)).toEqual(['1', '2']);
    const close = ({ x, y }: { x: number; y: number }) => ({ x: 400 + x / 100, y: 300 + y / 100 });
    expect(drawStopNumbers(scene.routes, close, size, theme)).not.toContain('<text');
  });

  it('lie within the outline of what their depot serves', () => {
    const { scene, toScreen } = drawn(5);
    const [{ points }] = catchmentsOf(scene);
    const inside = (point: { x: number; y: number }) =>
      points.every((a, k) => {
        const b = points[(k + 1) % points.length];
        return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= -1e-9;
      });
    expect(points.length).toBeLessThan(8);
    for (const { at } of [...scene.depots, ...scene.customers]) expect(inside(at)).toBe(true);
    expect(drawCatchments(catchmentsOf(scene), toScreen)).toContain(`fill="${scene.depots[0].colour}"`);
    expect(catchmentsOf({ ...scene, routes: [] })).toEqual([]);
  });
});
