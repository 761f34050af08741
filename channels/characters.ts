/** Length as people and providers count it: an emoji of two UTF-16 units is one character. */
export const characters = (text: string): number => [...text].length;
