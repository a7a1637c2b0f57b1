const headLength = 54

/** Encodes pixels as a Windows bitmap with 24 bits per pixel and rows from bottom to top. The image library cannot write it. */
export function bitmap(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const rowLength = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(headLength + rowLength * height)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(headLength, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  file.writeUInt32LE(file.length - headLength, 34)
  for (let y = 0; y < height; y += 1) {
    const row = headLength + (height - 1 - y) * rowLength
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 3
      file[row + x * 3] = pixels[from + 2] ?? 0
      file[row + x * 3 + 1] = pixels[from + 1] ?? 0
      file[row + x * 3 + 2] = pixels[from] ?? 0
    }
  }
  return file
}
