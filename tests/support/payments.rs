//! Invented payment messages with parties of the caller's, for measuring what is found in them.

use std::fmt::Write;

/// Numbers that are the same in each run (xorshift64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// A party of a message.
#[derive(Debug, Clone, Default)]
pub struct Party {
    pub name: String,
    /// Letters of a country.
    pub country: Option<String>,
    /// As `1970-12-31`.
    pub birth_date: Option<String>,
}

/// Layout of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    Pacs008,
    Pacs009Cov,
    /// A batch of fifty transactions.
    Pain001,
    Mt103,
    Mt202Cov,
}

pub const LAYOUTS: [Layout; 5] =
    [Layout::Pacs008, Layout::Pacs009Cov, Layout::Pain001, Layout::Mt103, Layout::Mt202Cov];

/// Letters of a line of a FIN message.
pub const LINE: usize = 35;

/// Content of a message: its creditor, with the lines that follow the name, and the lines of its text.
#[derive(Debug, Clone, Default)]
pub struct Content {
    pub debtor: Party,
    pub creditor: Party,
    /// Lines of the creditor's address.
    pub address: Vec<String>,
    pub texts: Vec<String>,
    /// BIC of the creditor's agent.
    pub bic: String,
}

impl Layout {
    pub fn is_fin(self) -> bool {
        matches!(self, Self::Mt103 | Self::Mt202Cov)
    }

    /// End of the path of the creditor's name, and of the texts.
    pub fn places(self) -> [&'static str; 2] {
        match self {
            Self::Pacs008 | Self::Pacs009Cov | Self::Pain001 => ["/Cdtr/Nm", "/RmtInf/Ustrd"],
            Self::Mt103 | Self::Mt202Cov => ["/59/name", "/70"],
        }
    }

    /// The message, with other parties around those of the content.
    pub fn write(self, content: &Content, others: &[Party]) -> String {
        match self {
            Self::Pacs008 => {
                let parties = iso_parties(content);
                let own = format!("<CdtTrfTxInf>{ID}{AMOUNT}{parties}</CdtTrfTxInf>");
                document("pacs.008.001.08", "FIToFICstmrCdtTrf", &own)
            }
            Self::Pacs009Cov => {
                let parties = iso_parties(content);
                let own = format!(
                    "<CdtTrfTxInf>{ID}{AMOUNT}<Dbtr><FinInstnId><BICFI>AAAALV22XXX</BICFI></FinInstnId></Dbtr>\
                     <Cdtr><FinInstnId><BICFI>BBBBLV22XXX</BICFI></FinInstnId></Cdtr>\
                     <UndrlygCstmrCdtTrf>{parties}</UndrlygCstmrCdtTrf></CdtTrfTxInf>"
                );
                document("pacs.009.001.08", "FICdtTrf", &own)
            }
            Self::Pain001 => {
                let mut transactions = String::new();
                for (at, other) in others.iter().take(49).enumerate() {
                    if at == 30 {
                        let _ = write!(
                            transactions,
                            "<CdtTrfTxInf>{ID}{}</CdtTrfTxInf>",
                            iso_creditor(content)
                        );
                    }
                    let content = Content { creditor: other.clone(), ..Content::default() };
                    let _ = write!(
                        transactions,
                        "<CdtTrfTxInf>{ID}{}</CdtTrfTxInf>",
                        iso_creditor(&content)
                    );
                }
                let debtor = iso_party("Dbtr", &content.debtor, &[]);
                let own =
                    format!("<PmtInf><PmtInfId>P-1</PmtInfId>{debtor}{transactions}</PmtInf>");
                document("pain.001.001.09", "CstmrCdtTrfInitn", &own)
            }
            Self::Mt103 => format!(
                "{{1:F01AAAALV22AXXX0000000001}}{{2:I103BBBBLV22XXXXN}}{{4:\r\n:20:REF-1\r\n:23B:CRED\r\n\
                 :32A:261130EUR1000,00\r\n{}:71A:SHA\r\n-}}",
                fin_parties(content)
            ),
            Self::Mt202Cov => format!(
                "{{1:F01AAAALV22AXXX0000000001}}{{2:I202BBBBLV22XXXXN}}{{3:{{119:COV}}}}{{4:\r\n:20:REF-1\r\n\
                 :21:REF-2\r\n:32A:261130EUR1000,00\r\n:58A:CCCCLV22\r\n{}-}}",
                fin_parties(content)
            ),
        }
    }
}

const ID: &str = "<PmtId><InstrId>I-1</InstrId><EndToEndId>E-1</EndToEndId></PmtId>";
const AMOUNT: &str = "<IntrBkSttlmAmt Ccy=\"EUR\">1000.00</IntrBkSttlmAmt>";

fn document(message_type: &str, root: &str, content: &str) -> String {
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:{message_type}\"><{root}><GrpHdr>\
         <MsgId>M-1</MsgId></GrpHdr>{content}</{root}></Document>"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn iso_party(tag: &str, party: &Party, address: &[String]) -> String {
    let mut own = format!("<{tag}><Nm>{}</Nm><PstlAdr>", escaped(&party.name));
    if let Some(country) = &party.country {
        let _ = write!(own, "<Ctry>{country}</Ctry>");
    }
    for line in address {
        let _ = write!(own, "<AdrLine>{}</AdrLine>", escaped(line));
    }
    own += "</PstlAdr>";
    if let Some(date) = &party.birth_date {
        let _ = write!(
            own,
            "<Id><PrvtId><DtAndPlcOfBirth><BirthDt>{date}</BirthDt></DtAndPlcOfBirth></PrvtId></Id>"
        );
    }
    own + &format!("</{tag}>")
}

fn iso_creditor(content: &Content) -> String {
    let mut own = String::new();
    if !content.bic.is_empty() {
        let _ = write!(
            own,
            "<CdtrAgt><FinInstnId><BICFI>{}</BICFI></FinInstnId></CdtrAgt>",
            content.bic
        );
    }
    own += &iso_party("Cdtr", &content.creditor, &content.address);
    if !content.texts.is_empty() {
        let texts = content.texts.iter().map(|text| format!("<Ustrd>{}</Ustrd>", escaped(text)));
        own += &format!("<RmtInf>{}</RmtInf>", texts.collect::<String>());
    }
    own
}

fn iso_parties(content: &Content) -> String {
    iso_party("Dbtr", &content.debtor, &[]) + &iso_creditor(content)
}

/// Letters of the SWIFT x set, in capitals; others are left out.
pub fn fin_text(text: &str) -> String {
    let is_x = |c: char| c.is_ascii_alphanumeric() || " /-?:().,'+".contains(c);
    text.to_ascii_uppercase().chars().filter(|c| is_x(*c)).collect()
}

/// A text in lines as senders of FIN messages break it: between words where they can.
pub fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= LINE => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.chars().take(LINE).collect()),
        }
    }
    lines
}

/// A party in the lines of option F.
fn numbered(party: &Party, address: &[String]) -> Vec<String> {
    let name = wrapped(&fin_text(&party.name)).into_iter().map(|line| format!("1/{line}"));
    let mut lines: Vec<String> = name.collect();
    lines.extend(address.iter().map(|line| format!("2/{line}")));
    lines.extend(party.country.iter().map(|country| format!("3/{country}/TOWN")));
    lines.extend(party.birth_date.iter().map(|date| format!("4/{}", date.replace('-', ""))));
    lines
}

fn fin_parties(content: &Content) -> String {
    let lines =
        |texts: &[String]| texts.iter().map(|line| format!("{line}\r\n")).collect::<String>();
    let debtor = numbered(&content.debtor, &[]);
    let mut own = format!(":50F:/LV97HABA0012345678910\r\n{}", lines(&debtor));
    if !content.bic.is_empty() {
        own += &format!(":57A:{}\r\n", content.bic);
    }
    let address: Vec<String> = content.address.iter().map(|line| fin_text(line)).collect();
    if content.creditor.birth_date.is_some() {
        let creditor = numbered(&content.creditor, &address);
        own += &format!(":59F:/00123456789\r\n{}", lines(&creditor));
    } else {
        let mut creditor = wrapped(&fin_text(&content.creditor.name));
        creditor.extend(address);
        creditor.truncate(4);
        own += &format!(":59:/00123456789\r\n{}", lines(&creditor));
    }
    if !content.texts.is_empty() {
        let mut texts: Vec<String> = Vec::new();
        for text in &content.texts {
            texts.extend(wrapped(&fin_text(text)));
        }
        own += &format!(":70:{}", lines(&texts));
    }
    own
}
