import { formatBytes } from '../file/formatBytes.ts'

/** Shows a number of bytes in readable units; nothing for other values. */
export function SizeWords({ bytes }: { bytes: unknown }) {
  return typeof bytes === 'number' && bytes >= 1024 && `≈ ${formatBytes(bytes)}`
}
