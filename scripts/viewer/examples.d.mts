export interface ListedExample {
  name: string;
  title: string;
  about: string;
  at: number;
  show?: string[];
  model?: string;
  source?: string;
  program?: string;
  picture?: string;
}
export function listExamples(root: string): ListedExample[];
export function copyExamples(root: string, folder: string): Promise<void>;
