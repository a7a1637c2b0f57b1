import type { BadgeProps, IconType } from '@coffer/ui'
import { Bug, CircleAlert, CircleHelp, Info, TriangleAlert } from 'lucide-react'

interface Level {
  value: number
  name: string
  tone: BadgeProps['tone']
  icon: IconType
}

/** The levels that the server writes. */
export const levels: readonly Level[] = [
  { value: -4, name: 'DEBUG', tone: 'neutral', icon: Bug },
  { value: 0, name: 'INFO', tone: 'info', icon: Info },
  { value: 4, name: 'WARN', tone: 'warning', icon: TriangleAlert },
  { value: 8, name: 'ERROR', tone: 'danger', icon: CircleAlert },
]

/** Returns the level with this number; "UNKN" if the server does not write it. */
export function levelOf(value: number): Level {
  return levels.find(level => level.value === value) ?? { value, name: 'UNKN', tone: 'neutral', icon: CircleHelp }
}
