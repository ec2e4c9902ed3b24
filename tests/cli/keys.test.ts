import { describe, expect, it } from 'vitest';
import { workplace } from './neo-lrp.ts';

describe('neo-lrp keys', () => {
  const { run } = workplace();
  const keys = (...args: readonly string[]) => run(['keys', ...args, '--data', 'jobs', '--json']);

  it('adds a key that is told once, lists it without its secret, and revokes it', () => {
    const added = JSON.parse(keys('add', 'warehouse').stdout);
    expect(added).toMatchObject({ name: 'warehouse', secret: expect.stringMatching(/^neo_[\w-]{43}$/) });
    const listed = keys('list').stdout;
    expect(JSON.parse(listed)).toEqual([{ id: added.id, name: 'warehouse', created: added.created }]);
    expect(listed).not.toContain(added.secret);
    expect(JSON.parse(keys('revoke', 'warehouse').stdout)).toMatchObject({ id: added.id, revoked: expect.any(String) });
    const again = keys('revoke', 'warehouse');
    expect([again.status, JSON.parse(again.stderr).error.code]).toEqual([2, 'E_USAGE']);
  });

  it('wants one place', () => {
    const { status, stderr } = run(['keys', 'list', '--data', 'a', '--database', 'postgres://b/c', '--json']);
    expect([status, JSON.parse(stderr).error.place.field]).toEqual([2, '--data']);
  });
});
