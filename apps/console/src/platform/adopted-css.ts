// Stands for two modules of antd at build time: their styles become adopted stylesheets, which a content policy without
// inline styles allows.

interface Options {
  prepend?: boolean | 'queue';
  priority?: number;
}

interface Adopted {
  sheet: CSSStyleSheet;
  css: string;
  isFirst: boolean;
  priority: number;
  place: number;
}

const adopted = new Map<string, Adopted>();
let places = 0;

function apply(): void {
  const own = new Set([...adopted.values()].map(({ sheet }) => sheet));
  const others = document.adoptedStyleSheets.filter((sheet) => !own.has(sheet));
  const sorted = [...adopted.values()].sort(
    (a, b) =>
      Number(b.isFirst) - Number(a.isFirst) || (a.isFirst ? a.priority - b.priority : 0) || a.place - b.place,
  );
  document.adoptedStyleSheets = [...others, ...sorted.map(({ sheet }) => sheet)];
}

/** Adopts a text of CSS under its key, or replaces the one there. The element is for callers that write attributes on it. */
export function updateCSS(
  css: string,
  key: string,
  { prepend, priority = 0 }: Options = {},
): HTMLStyleElement {
  const known = adopted.get(key);
  if (known?.css !== css) {
    const sheet = known?.sheet ?? new CSSStyleSheet();
    sheet.replaceSync(css);
    places += 1;
    adopted.set(key, { sheet, css, isFirst: Boolean(prepend), priority, place: known?.place ?? places });
    if (!known) apply();
  }
  return document.createElement('style');
}

export const injectCSS = (css: string, options?: Options): HTMLStyleElement =>
  updateCSS(css, `injected ${css}`, options);

export function removeCSS(key: string): void {
  const known = adopted.get(key);
  if (!known) return;
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== known.sheet);
  adopted.delete(key);
}

export function clearContainerCache(): void {}

export const getShadowRoot = (): null => null;

export function warningOnce(): void {}
