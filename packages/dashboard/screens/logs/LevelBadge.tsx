import { Badge } from '@coffer/ui'
import { levelOf } from '../../logLevels/levels.ts'

/** Badge with the name and number of a log level. */
export function LevelBadge({ level }: { level: number }) {
  const { name, tone, icon: Icon } = levelOf(level)
  return (
    <Badge tone={tone}>
      <Icon size={12} aria-hidden={true} />
      {name} ({level})
    </Badge>
  )
}
