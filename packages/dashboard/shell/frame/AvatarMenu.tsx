import { Avatar, Menu, phone, themeChoices, touch, useMedia, useTheme } from '@coffer/ui'
import { useRouter } from '@tanstack/react-router'
import { Keyboard, LogOut, Monitor, Moon, Search, Sun, UserCog } from 'lucide-react'
import { logOut, useAdmin } from '../session/session.ts'
import styles from './AvatarMenu.module.css'

const themes = {
  system: { label: 'System', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
}

/** Menu of the signed-in admin: theme, shortcuts, logout. */
export function AvatarMenu({ onHelp, onGoTo }: { onHelp: () => void; onGoTo: () => void }) {
  const admin = useAdmin()
  const { choice, setChoice } = useTheme()
  const isPhone = useMedia(phone)
  const isTouch = useMedia(touch)
  const router = useRouter()
  if (admin === undefined) return null
  return (
    <Menu
      side={isPhone ? 'top' : 'right'}
      align="end"
      trigger={
        <button type="button" className={styles.trigger} aria-label={`Account of ${admin.email}`}>
          <Avatar number={admin.avatar} />
        </button>
      }
      header={admin.email}
      items={[
        {
          kind: 'choice',
          label: 'Theme',
          value: choice,
          options: themeChoices.map(value => ({ value, ...themes[value] })),
          onChange: value => setChoice(themeChoices.find(known => known === value) ?? 'system'),
        },
        { kind: 'separator' },
        { label: 'Go to...', icon: Search, shortcut: 'mod+k', onSelect: onGoTo },
        ...(isTouch ? [] : [{ label: 'Keyboard shortcuts', icon: Keyboard, shortcut: '?', onSelect: onHelp }]),
        { label: 'Manage admins', icon: UserCog, onSelect: () => void router.navigate({ to: '/settings/admins' }) },
        { label: 'Logout', icon: LogOut, onSelect: logOut },
      ]}
    />
  )
}
