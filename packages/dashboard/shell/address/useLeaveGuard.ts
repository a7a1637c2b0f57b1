import { useBlocker, useRouter } from '@tanstack/react-router'

/**
 * Asks before the user leaves an address or closes the tab.
 * @param isActive whether there is something to lose
 * @param mayLeave asks the user
 */
export function useLeaveGuard(isActive: boolean, mayLeave: () => Promise<boolean>): void {
  const { history } = useRouter()
  useBlocker({
    disabled: !isActive,
    enableBeforeUnload: true,
    shouldBlockFn: async () => {
      const { href } = history.location
      // A second Back asks again. If the user leaves then, the first question is closed, and blocking would return to the address.
      return !(await mayLeave()) && history.location.href === href
    },
  })
}
