/** The page asks no host that its user did not name; with a map in degrees, it draws land, water and roads without any. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Instance } from '../../src/problem/instance.ts';
import type { Solution } from '../../src/problem/solution.ts';
import { worldOf } from '../../src/report/projection.ts';
import { osrmStub, serveRoads, serveTiles } from '../roads/stubs.ts';
import { describePage, type Guest } from './page.ts';

const example = (name: string) => readFileSync(fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)), 'utf8');
const instance = { name: 'roads.json', text: example('liechtenstein/roads.json') };
const plan = { name: 'plan.json', text: example('liechtenstein/plan.json') };

const ground = (guest: Guest) => guest.page.locator('canvas.ground');

describePage('hosts', (visit) => {
  it('draws land and water under places in degrees, from its own server, and nothing under others', async () => {
    const guest = await visit();
    await guest.openFiles(instance);
    await ground(guest).waitFor();
    expect(await guest.page.getByText('Natural Earth, GeoNames').count()).toBe(1);
    // The land has its colour, not that of water.
    const pixel = await ground(guest).evaluate((canvas: HTMLCanvasElement) => [
      ...(canvas.getContext('2d')?.getImageData(canvas.width / 2, 3, 1, 1).data ?? []),
    ]);
    expect(pixel).toEqual([247, 248, 250, 255]);
    await guest.openFiles({ name: 'plane.json', text: example('tiny.json') });
    await ground(guest).waitFor({ state: 'detached' });
  });

  it('draws the roads that the routes of a plan take', async () => {
    const guest = await visit();
    await guest.openFiles(instance, plan);
    const layers = guest.page.locator('canvas.layers[data-routes="7"]');
    await layers.waitFor();
    const { routes } = JSON.parse(plan.text) as Solution;
    const places = JSON.parse(instance.text) as Instance;
    const { toWorld } = worldOf(places);
    const world = [...places.depots, ...places.customers].map(toWorld);
    const corners = {
      left: Math.min(...world.map(({ x }) => x)),
      right: Math.max(...world.map(({ x }) => x)),
      top: Math.min(...world.map(({ y }) => y)),
      bottom: Math.max(...world.map(({ y }) => y)),
    };
    const points = routes.flatMap(({ line = [] }) => line.map(([x, y]) => toWorld({ x, y })));
    // The view shows all places: its scale follows from how far the drawn lines reach down, here the places of the plan.
    const share = await layers.evaluate(
      (canvas: HTMLCanvasElement, { points, corners }) => {
        const { width, height } = canvas;
        const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        const isInk = (x: number, y: number) =>
          [-1, 0, 1].some((i) => [-1, 0, 1].some((j) => data[4 * ((Math.round(y) + j) * width + Math.round(x) + i) + 3] > 100));
        const [left, padding] = [44, 44];
        const scale = Math.min(
          (width - left - 2 * padding) / (corners.right - corners.left),
          (height - 2 * padding) / (corners.bottom - corners.top),
        );
        const centre = { x: (corners.left + corners.right) / 2 - left / 2 / scale, y: (corners.top + corners.bottom) / 2 };
        const drawn = points.filter(({ x, y }) => isInk((x - centre.x) * scale + width / 2, (y - centre.y) * scale + height / 2));
        return drawn.length / points.length;
      },
      { points, corners },
    );
    expect(points.length).toBeGreaterThan(500);
    expect(share).toBeGreaterThan(0.99);
  });

  it('shows one route alone after a click on it, what each depot serves, and stop numbers closer by', async () => {
    const guest = await visit();
    await guest.openFiles(instance, plan);
    await guest.page.locator('canvas.layers[data-routes="7"]').waitFor();
    const legend = guest.page.locator('.legend');
    expect(await legend.getByText('Bendern').count()).toBe(1);
    expect(await guest.page.locator('.signs text').count()).toBe(7);
    const before = await guest.page.locator('.stop-numbers text').count();
    // The number of a route stands beside its line, on a spot of the map: its middle arrow is on the line.
    const arrow = guest.page.locator('.signs path').first();
    const [x, y] = (await arrow.getAttribute('d'))?.match(/[\d.]+/g)?.map(Number) ?? [];
    const box = await guest.page.getByRole('application').boundingBox();
    await guest.page.mouse.click((box?.x ?? 0) + x, (box?.y ?? 0) + y);
    const details = guest.page.getByRole('region', { name: /^Details of Route/ });
    await details.waitFor();
    await guest.page.mouse.move(5, 5);
    await guest.page.locator('canvas.layers.dimmed').waitFor();
    expect(await guest.page.locator('.signs text').count()).toBe(1);
    await details.getByRole('button', { name: 'Show all routes' }).click();
    await guest.page.locator('canvas.layers:not(.dimmed)').waitFor();
    await guest.page.getByRole('button', { name: 'Outline what each depot serves' }).click();
    await expect.poll(() => guest.page.locator('.catchments path').count()).toBe(2);
    for (let k = 0; k < 4; k++) await guest.page.getByRole('button', { name: 'Zoom in' }).click();
    const inView = await guest.page.locator('.stop-numbers text').count();
    expect([before, inView].every((count) => count > 0)).toBe(true);
  });

  it('asks a server of roads that the user names, once it has been told what goes there', async () => {
    const stub = await serveRoads(osrmStub);
    const guest = await visit();
    guest.friends.push(stub.url);
    const [depots, customers] = [[{ id: 'A', x: 9.1, y: 47.1 }], [1, 2].map((id) => ({ id, x: 9.2, y: 47 + id / 10, demand: 1 }))];
    const travel = { kind: 'great-circle', unit: 'km' };
    await guest.openFiles({ name: 'grid.json', text: JSON.stringify({ name: 'grid', depots, customers, vehicleCapacity: 2, travel }) });
    await guest.page.getByRole('button', { name: 'On real roads…' }).click();
    await guest.page.getByLabel('Address of the server').fill(stub.url);
    await guest.page.getByLabel('Address of the server').blur();
    await guest.page.getByRole('button', { name: 'Use this server' }).click();
    await guest.page.getByText('The coordinates of 3 places go to').waitFor();
    expect(stub.paths).toEqual([]);
    await guest.page.getByRole('button', { name: 'Measure distances and times' }).click();
    await expect.poll(() => guest.page.getByLabel('Distances', { exact: true }).inputValue()).toBe('matrix');
    expect(stub.paths.some((path) => path.startsWith('/table/'))).toBe(true);
    await guest.page.getByText('© OpenStreetMap contributors').waitFor();
    await guest.page.getByRole('button', { name: 'On real roads…' }).click();
    expect(await guest.page.getByRole('button', { name: 'Draw the plan on roads' }).isDisabled()).toBe(true);
    // A server that is gone is a fault, not a wait without end.
    await stub.close();
  });

  it('fetches tiles from the address that the user names, until it is taken back', async () => {
    const tiles = await serveTiles();
    const guest = await visit();
    guest.friends.push(tiles.url);
    await guest.openFiles(instance);
    await ground(guest).waitFor();
    expect(tiles.paths).toEqual([]);
    const openSettings = () => guest.page.getByRole('button', { name: 'What lies under the map' }).click();
    await openSettings();
    await guest.page.getByLabel('Address of map tiles').fill('tiles.example');
    await guest.page.getByLabel('Address of map tiles').blur();
    await guest.page.getByRole('button', { name: 'Use this address' }).click();
    await guest.page.getByRole('alert').getByText('{z}/{x}/{y}').waitFor();
    await guest.page.getByLabel('Address of map tiles').fill(`${tiles.url}/{z}/{x}/{y}.png`);
    await guest.page.getByLabel('Who is to be named').fill('© the mappers');
    await guest.page.getByLabel('Who is to be named').blur();
    await guest.page.getByRole('button', { name: 'Use this address' }).click();
    await guest.page.getByText('© the mappers').waitFor();
    await expect.poll(() => tiles.paths.length).toBeGreaterThan(3);
    expect(await ground(guest).count()).toBe(0);
    await openSettings();
    await guest.page.getByRole('button', { name: 'Use no tiles' }).click();
    await ground(guest).waitFor();
    expect(await guest.page.locator('image.tile').count()).toBe(0);
    await tiles.close();
  });
});
