/** `EOS P 396`: models are often called with their maker's name already. */
export const machineKind = ({ manufacturer, model }: { manufacturer: string; model: string }): string =>
  model.toLowerCase().startsWith(`${manufacturer.toLowerCase()} `) ? model : `${manufacturer} ${model}`;
