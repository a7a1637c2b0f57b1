import { Ban } from 'lucide-react'

interface NamedColor {
  name: string
  value: string
}

/** Text colors that are readable on white and differ in more than hue. */
export const textColors: readonly NamedColor[] = [
  { name: 'Grey', value: '#5f6b73' },
  { name: 'Red', value: '#b3261e' },
  { name: 'Orange', value: '#a34700' },
  { name: 'Olive', value: '#6b5d00' },
  { name: 'Green', value: '#1b6e32' },
  { name: 'Teal', value: '#006a6a' },
  { name: 'Blue', value: '#1a56c4' },
  { name: 'Purple', value: '#7a3ea8' },
  { name: 'Pink', value: '#a8326e' },
]

export const backgroundColors: readonly NamedColor[] = [
  { name: 'Grey', value: '#e6e9eb' },
  { name: 'Red', value: '#fcdcd8' },
  { name: 'Orange', value: '#fde3c8' },
  { name: 'Yellow', value: '#fbf0a8' },
  { name: 'Green', value: '#d5f0d8' },
  { name: 'Teal', value: '#cdf0ee' },
  { name: 'Blue', value: '#d8e6fc' },
  { name: 'Purple', value: '#ebdffa' },
  { name: 'Pink', value: '#fadcea' },
]

const option = ({ name, value }: NamedColor) => ({ value, label: name, color: value })

/** Returns the entries of a color menu. '' is no color; a color of the text that is not in the palette comes last. */
export function colorOptions(colors: readonly NamedColor[], current: string | null) {
  const isOther = current !== null && !colors.some(({ value }) => value === current.toLowerCase())
  const all = isOther ? [...colors, { name: current, value: current.toLowerCase() }] : colors
  return [{ value: '', label: 'None', icon: Ban }, ...all.map(option)]
}
