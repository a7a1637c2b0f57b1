import type { JsonText } from './ApiReply.ts'

/** JSON in one piece, as text or as bytes. */
export const inOnePiece = (json: JsonText): string | Uint8Array<ArrayBuffer> =>
  typeof json === 'string' || json instanceof Uint8Array ? json : json.join('')

/** JSON as text. */
export const jsonOf = (json: JsonText): string => {
  const piece = inOnePiece(json)
  return typeof piece === 'string' ? piece : new TextDecoder().decode(piece)
}
