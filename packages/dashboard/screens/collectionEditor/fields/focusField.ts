type Part = 'name' | 'gear' | 'restore'

/** Leads to a part of a field's row, and to the button for new ones where there is no such row. A name is selected, to be typed. */
export function focusField(list: HTMLElement | null, key: string | undefined, part: Part): void {
  const row = key === undefined ? null : list?.querySelector(`[data-field="${key}"]`)
  const target = (row ?? list)?.querySelector<HTMLElement>(row ? `[data-part="${part}"]` : '[data-part="add"]')
  target?.focus()
  if (target instanceof HTMLInputElement) target.select()
  row?.scrollIntoView({ block: 'nearest' })
}
