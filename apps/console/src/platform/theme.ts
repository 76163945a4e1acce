import { theme as antd, type ThemeConfig } from 'antd';
import { useSyncExternalStore } from 'react';

export type Look = 'light' | 'dark';

const KEY = 'console.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** The look that the person has chosen, or else that of the system. */
export function currentLook(): Look {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system.matches ? 'dark' : 'light';
}

function changed(): void {
  document.documentElement.dataset['theme'] = currentLook();
  for (const listener of listeners) listener();
}

export function chooseLook(look: Look): void {
  localStorage.setItem(KEY, look);
  changed();
}

system.addEventListener('change', changed);
changed();

export const useLook = (): Look =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentLook);

// With these colours axe finds no text of too little contrast.
const TOKENS = {
  light: { colorPrimary: '#0958d9', colorError: '#cf1322', colorSuccess: '#237804' },
  dark: { colorPrimary: '#1668dc', colorLink: '#4096ff', colorError: '#ff7875', colorSuccess: '#49aa19' },
} as const;
const TEXTS = {
  light: {
    colorTextTertiary: 'rgba(0,0,0,.65)',
    colorTextDescription: '#595f69',
    colorTextPlaceholder: '#6b7280',
  },
  dark: {
    colorTextTertiary: 'rgba(255,255,255,.65)',
    colorTextDescription: '#a6abb3',
    colorTextPlaceholder: '#9aa0a8',
  },
} as const;

const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;

export const themeOf = (look: Look): ThemeConfig => ({
  algorithm: look === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
  token: { ...TOKENS[look], ...TEXTS[look], borderRadius: 4, motion: !isStill },
});
