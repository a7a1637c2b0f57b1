import { Checkbox, IconButton } from '@coffer/ui'
import { RefreshCw, Settings2 } from 'lucide-react'
import { PageHeader } from '../../shell/page/PageHeader.tsx'
import styles from './LogsHeader.module.css'

interface LogsHeaderProps {
  isRefreshing: boolean
  onRefresh: () => void
  includesAdmins: boolean
  onIncludeAdmins: (includes: boolean) => void
  onOpenSettings: () => void
  onApproachSettings: () => void
}

/** Header with the settings, refresh, and the option to include requests by admins. */
export function LogsHeader(props: LogsHeaderProps) {
  return (
    <PageHeader
      title="Logs"
      primary={
        <Checkbox
          className={styles.admins}
          label="Include requests by admins"
          checked={props.includesAdmins}
          onCheckedChange={props.onIncludeAdmins}
        />
      }
    >
      <IconButton
        label="Logs settings"
        icon={Settings2}
        side="bottom"
        onPointerEnter={props.onApproachSettings}
        onFocus={props.onApproachSettings}
        onClick={props.onOpenSettings}
      />
      <IconButton label="Refresh" icon={RefreshCw} side="bottom" loading={props.isRefreshing} onClick={props.onRefresh} />
    </PageHeader>
  )
}
