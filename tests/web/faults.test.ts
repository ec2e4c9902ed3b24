import { expect, it } from 'vitest';
import { describePage } from './page.ts';

describePage('faults', (visit) => {
  it('of a file are told with their code, place and line', async () => {
    const guest = await visit();
    await guest.openFiles({
      name: 'shops.json',
      text: '{\n  "name": "shops",\n  "depots": [{ "id": "D", "x": 0, "y": 0 }],\n  "customers": [{ "id": "C", "x": 1, "y": "north", "demand": 1 }],\n  "vehicleCapacity": 5\n}\n',
    });
    const told = await guest.page.getByRole('alert').textContent();
    expect(told).toContain('E_SYNTAX');
    expect(told).toContain('shops.json, line 4, customers[0].y');
    expect(told).toContain('"north"');
    await guest.page.getByRole('button', { name: 'Close', exact: true }).click();
    await guest.openFiles({ name: 'notes.txt', text: 'remember the milk' });
    expect(await guest.page.getByRole('alert').textContent()).toContain('E_FORMAT_UNKNOWN');
  });

  it('of files that were dropped are told as well, and good ones are opened', async () => {
    const guest = await visit();
    const { page } = guest;
    const drop = (name: string, text: string) =>
      page.evaluate(
        ([fileName, content]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([content], fileName));
          window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
        },
        [name, text],
      );
    await drop('broken.json', '{ "name": ');
    expect(await page.getByRole('alert').textContent()).toContain('E_SYNTAX');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await drop(
      'good.json',
      '{"name":"good","depots":[{"id":"D","x":0,"y":0}],"customers":[{"id":"C","x":1,"y":1,"demand":1}],"vehicleCapacity":5}',
    );
    await page.getByText('Opened good: 1 depot, 1 customer').waitFor();
  });

  it('of a cell are told at the cell, and keep the data from being solved', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Tiny');
    await guest.show('Data');
    const cell = page.getByLabel('Demand of customer').first();
    await cell.fill('many');
    await cell.press('Enter');
    await expect.poll(() => cell.getAttribute('aria-invalid')).toBe('true');
    expect(await cell.getAttribute('title')).toContain('number');
    const note = await page.getByRole('alert').textContent();
    expect(note).toContain('E_SYNTAX');
    expect(note).toContain('customers[0].demand');
    expect(await page.getByRole('button', { name: 'Solve', exact: true }).isDisabled()).toBe(true);
    await guest.undo();
    expect(await cell.getAttribute('aria-invalid')).toBe('false');
  });

  it('of rules are told at the rule, before any time is spent', async () => {
    const guest = await visit();
    const { page } = guest;
    await guest.openExample('Town');
    await guest.show('Rules');
    await page.getByLabel('Minimum open depots').fill('5');
    await page.getByLabel('Minimum open depots').blur();
    await page.getByText('E_INFEASIBLE_RULES').waitFor();
    expect(await page.locator('.field.faulty').textContent()).toContain('minOpen 5 exceeds the 3 depots that may open');
    await guest.undo();
    expect(await page.getByText('E_INFEASIBLE_RULES').count()).toBe(0);
  });

  it('of a demand beyond the vehicle are told with the customer', async () => {
    const guest = await visit();
    await guest.openExample('Plain');
    await guest.page.getByLabel('Vehicle capacity').fill('12');
    await guest.page.getByLabel('Vehicle capacity').blur();
    expect(await guest.page.getByRole('alert').textContent()).toMatch(/E_INFEASIBLE_DEMAND.*exceeds the vehicle capacity of 12/s);
  });
});
