import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { settingsQuery } from '../../../queries/settings.ts'
import { BackupFailureMark } from '../../../shell/frame/BackupFailureMark.tsx'
import { useSidebar } from '../../../shell/sidebar/SidebarContext.ts'
import { pageGroups, settingsPages } from '../pages.ts'
import styles from './SettingsSidebar.module.css'

/** The sidebar with the settings pages, grouped under headings. */
export function SettingsSidebar() {
  const { isDrawer, setOpen } = useSidebar()
  const { data: settings } = useQuery(settingsQuery)
  const groups = pageGroups
    .filter(group => group !== 'Sync' || settings?.meta.hideControls !== true)
    .map(group => ({ group, pages: settingsPages.filter(page => page.group === group) }))

  return (
    <div className={styles.sidebar}>
      {groups.map(
        ({ group, pages }) =>
          pages.length > 0 && (
            <section key={group} aria-label={group}>
              <h2 className={styles.heading}>{group}</h2>
              <ul className={styles.list}>
                {pages.map(({ path, label, icon: Icon }) => (
                  <li key={path}>
                    <Link
                      to={`/settings${path}`}
                      className={styles.link}
                      activeOptions={{ exact: true }}
                      onClick={() => isDrawer && setOpen(false)}
                    >
                      <Icon className={styles.icon} size={16} aria-hidden={true} />
                      {label}
                      {path === '/backups' && <BackupFailureMark className={styles.mark} />}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  )
}
