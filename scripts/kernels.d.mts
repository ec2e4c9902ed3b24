export default function buildKernels(): Promise<void>;
/** The WebAssembly of a core that stops at the first move whose change of cost is not what it says. */
export function checkedCore(name: string): Promise<Uint8Array<ArrayBuffer>>;
