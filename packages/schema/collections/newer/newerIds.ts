const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** Returns the CRC-32 of a text in UTF-8. */
export function crc32(text: string): number {
  let value = 0xffffffff
  for (const character of encodeURIComponent(text).matchAll(/%(..)|[^%]/g)) {
    const byte = character[1] === undefined ? character[0].charCodeAt(0) : Number.parseInt(character[1], 16)
    value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  }
  return (value ^ 0xffffffff) >>> 0
}

interface Named {
  type: string
  name: string
}

/** Returns the id that PocketBase 0.23 and later give a new field. */
export function newerFieldId({ type, name }: Named): string {
  return `${type}${crc32(name.toWellFormed())}`
}

/** Returns the id that PocketBase 0.23 and later give a new collection. */
export function newerCollectionId({ type, name }: Named): string {
  return `pbc_${crc32(`${type}${name}`.toWellFormed())}`
}

/** Matches the ids that `newerCollectionId` returns. */
export const newerCollectionIdPattern = /^pbc_\d{1,10}$/
