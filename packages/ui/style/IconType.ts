import type { ComponentType } from 'react'

/** An icon component with a size in pixels, such as those of lucide. */
export type IconType = ComponentType<{ size?: string | number; className?: string; 'aria-hidden'?: boolean }>
