import pc from 'picocolors';

/** Prints milestones and problems for the person at the terminal, and never a child's output. */
export const terminal = {
  line(text: string): void {
    console.log(text);
  },
  progress(text: string): void {
    console.log(pc.dim(`  ${text}`));
  },
  done(what: string, detail: string): void {
    console.log(`${pc.green('✓')} ${what.padEnd(9)} ${detail}`);
  },
  warn(text: string): void {
    console.log(`${pc.yellow('!')} ${indent(text)}`);
  },
  fail(text: string): void {
    console.error(`${pc.red('✗')} ${indent(text)}`);
  },
};

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
