/** What a check before the search may spend: counted in steps, not in seconds, so that what it finds does not depend on the machine. */
export class Steps {
  constructor(private left: number) {}

  /** Takes so many; false once they have run out, and the check then says nothing. */
  take(count = 1): boolean {
    this.left -= count;
    return this.left >= 0;
  }
}
