//! Every limit of reading payment messages as a named constant, with the reason for its value.

/// Bytes of one file of payment messages, as received.
///
/// Beyond it: the file is refused.
pub const MESSAGE_BYTES_MAX: usize = 16 << 20;
/// Depth of elements in one file. The deepest layouts of CBPR+ use 15, wrappers and supplementary
/// data add some.
///
/// Beyond it: the file is refused.
pub const DEPTH_MAX: usize = 64;
/// Elements and attributes of one file, with those that only hold others. A customer's batch of 10,000
/// transactions has about 500,000.
///
/// Beyond it: the file is refused.
pub const ELEMENTS_MAX: usize = 1_000_000;
/// Attributes of one element; they are compared with each other to find duplicates. Payment messages
/// use one, wrappers a few namespaces.
///
/// Beyond it: the file is refused.
pub const ATTRIBUTES_MAX: usize = 64;
/// Bytes of the local name of an element or attribute. The longest name of ISO 20022 has 35, and a path
/// repeats it for every element below.
///
/// Beyond it: the file is refused.
pub const ELEMENT_NAME_BYTES_MAX: usize = 256;
/// Lengths in letters at which senders cut names: a line of option F of MT (33), a line of MT (35), two
/// of them, the name of SEPA (70) and that of ISO 20022.
pub const NAME_WIDTHS: [usize; 5] = [33, 35, 66, 70, 140];
/// Letters of a line of a FIN message, at which senders break names.
pub const FIN_LINE_LETTERS: usize = 35;
/// Letters behind the number of a line of option F.
pub const FIN_NUMBERED_LINE_LETTERS: usize = 33;
/// Bytes of the identifier of a block of a FIN message. Those of Swift have one to three.
///
/// Beyond it: the file is refused.
pub const BLOCK_NAME_BYTES_MAX: usize = 8;
/// Letters of a code, a country, a BIC, a date, and of a house number or postcode, in the longest schema
/// that has one.
///
/// Beyond it: the element is screened as free text.
pub const CODE_LETTERS_MAX: usize = 35;
/// Letters of a reference. That of ISO 20022 has 35, and the UETR 36.
///
/// Beyond it: the element is screened as free text.
pub const REFERENCE_LETTERS_MAX: usize = 36;
/// Digits of a whole number in an element that the profile does not know. Longer ones may be the number
/// of a ship, a passport or a company.
///
/// Beyond it: the element is screened as free text.
pub const UNKNOWN_NUMBER_DIGITS_MAX: usize = 4;
