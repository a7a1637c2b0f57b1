import { Outlet } from '@tanstack/react-router'
import { Sidebar } from '../../shell/sidebar/Sidebar.tsx'
import { SettingsSidebar } from './frame/SettingsSidebar.tsx'

/** The settings area: the sidebar and the current page. */
export function SettingsScreen() {
  return (
    <>
      <Sidebar label="Settings">
        <SettingsSidebar />
      </Sidebar>
      <Outlet />
    </>
  )
}
