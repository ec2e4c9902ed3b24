/** Tensors of ONNX files to and from float64. */
import { NeoLrpError } from '../../problem/errors.ts';
import { dataType, type OnnxTensor } from './schema.ts';

export function tensorValues(tensor: OnnxTensor): Float64Array {
  const size = tensor.dims.reduce((product, dim) => product * dim, 1);
  const values = storedValues(tensor);
  if (values.length !== size)
    throw new NeoLrpError(
      'E_MODEL',
      `tensor '${tensor.name}' has ${values.length} values for the shape ${tensor.dims.join('×') || 'scalar'}`,
    );
  if (!values.every(Number.isFinite)) throw new NeoLrpError('E_MODEL', `tensor '${tensor.name}' has values that are not finite numbers`);
  return values;
}

function storedValues({ name, data_type, raw_data, float_data, double_data }: OnnxTensor): Float64Array {
  const view = raw_data && new DataView(raw_data.buffer, raw_data.byteOffset, raw_data.byteLength);
  switch (data_type) {
    case dataType.float:
      if (!view) return Float64Array.from(float_data);
      return Float64Array.from({ length: view.byteLength >> 2 }, (_, k) => view.getFloat32(4 * k, true));
    case dataType.double:
      if (!view) return Float64Array.from(double_data);
      return Float64Array.from({ length: view.byteLength >> 3 }, (_, k) => view.getFloat64(8 * k, true));
    default:
      throw new NeoLrpError('E_MODEL', `tensor '${name}' is neither float nor double (ONNX data type ${data_type})`);
  }
}

export function floatTensor(name: string, dims: readonly number[], values: ArrayLike<number>): OnnxTensor {
  const raw_data = new Uint8Array(4 * values.length);
  const view = new DataView(raw_data.buffer);
  for (let k = 0; k < values.length; k++) view.setFloat32(4 * k, values[k], true);
  return { name, dims: [...dims], data_type: dataType.float, raw_data, float_data: [], double_data: [] };
}

export function indexTensor(name: string, values: readonly number[], dims: readonly number[] = [values.length]): OnnxTensor {
  const raw_data = new Uint8Array(8 * values.length);
  const view = new DataView(raw_data.buffer);
  values.forEach((value, k) => {
    view.setBigInt64(8 * k, BigInt(value), true);
  });
  return { name, dims: [...dims], data_type: dataType.int64, raw_data, float_data: [], double_data: [] };
}
