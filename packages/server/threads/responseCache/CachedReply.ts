import type { CompleteReply } from '../../messages/ApiReply.ts'

/** A compressed body. */
export type Compressed = Uint8Array<ArrayBuffer>

/** A reply from the cache. */
export interface CachedReply {
  reply: CompleteReply
  /** Returns the compressed JSON, which is cached with the reply: only the first call compresses it. */
  compressOnce: (compress: () => Promise<Compressed>) => Promise<Compressed>
}
