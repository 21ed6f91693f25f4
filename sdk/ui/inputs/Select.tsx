import { Select as AntdSelect } from 'antd';
import type { SelectProps } from 'antd';

type Option = NonNullable<SelectProps['options']>[number];

/** 72 units of 4 px (specification 9). */
const listHeight = 288;

/** The product's select: antd's, with the specification's height. */
export function Select<Value = unknown, Choice extends Option = Option>(props: SelectProps<Value, Choice>) {
  return <AntdSelect<Value, Choice> listHeight={listHeight} {...props} />;
}
