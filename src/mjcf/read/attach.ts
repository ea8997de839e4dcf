/** <attach>. */
import type { XmlElement } from '../../xml/element.ts';
import type { Reading } from '../reading.ts';
import type { Scope } from './body.ts';

export function readAttach(r: Reading, element: XmlElement, _scope: Scope): void {
  r.error(element, undefined, 'to come');
}
