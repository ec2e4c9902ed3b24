/** The path of the program, or undefined. */
export function findChromium(): string | undefined;
/** Why it cannot be installed here, or undefined where it has been. */
export function installChromium(): string | undefined;
