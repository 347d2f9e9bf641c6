import { deserialize, serialize } from 'node:v8'

/** Values as bytes and back: whatever a command or an event is made of, numbers of any size, maps and dates too. Only for processes that trust each other. */
export const packed = (value: unknown): Uint8Array => serialize(value)

export const unpacked = <Value>(bytes: Uint8Array): Value => deserialize(bytes) as Value
