-- With which delivery note a card came into the stock, and from whom: blank where nobody has said.
call add_version_column('card', 'delivery_note', 'text',
  $$not null default '' constraint card_delivery_note_check check (char_length(delivery_note) <= 80)$$, $$''$$);
call add_version_column('card', 'supplier', 'text',
  $$not null default '' constraint card_supplier_check check (char_length(supplier) <= 120)$$, $$''$$);
