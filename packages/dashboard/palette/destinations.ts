import type { IconType } from '@coffer/ui'

/** Something that the palette leads to, or does. */
export interface Destination {
  id: string
  label: string
  /** What kind of thing it is: "Base collection". */
  hint: string
  icon: IconType
  go: () => void
}

/** The destinations whose names hold every word that was typed; those that begin with it first, else in their order. */
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
