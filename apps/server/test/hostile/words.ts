/** The words of a text, so that a long list takes few lines. */
export const words = (text: string): string[] => text.split(' ');
