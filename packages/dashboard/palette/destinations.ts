import type { IconType } from '@coffer/ui'

/** An entry of the palette: a page to go to, or an action. */
export interface Destination {
  id: string
  label: string
  /** Its kind: "Base collection". */
  hint: string
  icon: IconType
  go: () => void
}

/** Returns the destinations that contain every typed word; first those whose label begins with the text. */
export function matchDestinations(destinations: readonly Destination[], typed: string): Destination[] {
  const text = typed.trim().toLowerCase()
  const words = text.split(/\s+/)
  const found = destinations.filter(({ label, hint }) => {
    const name = `${label} ${hint}`.toLowerCase()
    return words.every(word => name.includes(word))
  })
  const begins = ({ label }: Destination) => label.toLowerCase().startsWith(text)
  return [...found.filter(begins), ...found.filter(destination => !begins(destination))]
}
