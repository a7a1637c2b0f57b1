import { Logo } from '@coffer/ui'
import { Link } from '@tanstack/react-router'
import { ChartLine, Database, Settings, ShieldCheck } from 'lucide-react'
import { AvatarMenu } from './AvatarMenu.tsx'
import { BackupFailureMark } from './BackupFailureMark.tsx'
import styles from './Rail.module.css'

const sections = [
  { to: '/collections', label: 'Collections', icon: Database },
  { to: '/logs', label: 'Logs', icon: ChartLine },
  { to: '/access', label: 'Access', icon: ShieldCheck },
  { to: '/settings/', label: 'Settings', icon: Settings },
] as const

/** Main navigation: at the left edge, or at the bottom on phones. */
export function Rail(actions: { onHelp: () => void; onGoTo: () => void }) {
  return (
    <header className={styles.rail}>
      <Link to="/" className={styles.logo} aria-label="Coffer, start page">
        <Logo />
      </Link>
      <nav className={styles.sections} aria-label="Main">
        {sections.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={styles.section} activeProps={{ 'data-active': '' }}>
            <Icon size={20} aria-hidden={true} />
            {label}
            {to === '/settings/' && <BackupFailureMark className={styles.mark} />}
          </Link>
        ))}
      </nav>
      <AvatarMenu {...actions} />
    </header>
  )
}
