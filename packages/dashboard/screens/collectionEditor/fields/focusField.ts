type Part = 'name' | 'gear' | 'restore'

/** Focuses a part of a field's row; the "New field" button if there is no such row. Selects the text of a name. */
export function focusField(list: HTMLElement | null, key: string | undefined, part: Part): void {
  const row = key === undefined ? null : list?.querySelector(`[data-field="${key}"]`)
  const target = (row ?? list)?.querySelector<HTMLElement>(row ? `[data-part="${part}"]` : '[data-part="add"]')
  target?.focus()
  if (target instanceof HTMLInputElement) target.select()
  row?.scrollIntoView({ block: 'nearest' })
}
