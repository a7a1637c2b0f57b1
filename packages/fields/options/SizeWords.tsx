import { formatBytes } from '../file/formatBytes.ts'

/** A number of bytes as people read it; nothing for what is no such number. */
export function SizeWords({ bytes }: { bytes: unknown }) {
  return typeof bytes === 'number' && bytes >= 1024 && `≈ ${formatBytes(bytes)}`
}
