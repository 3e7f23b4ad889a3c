"""The words by which OFAC, and the compilation of it, introduce the number of a document or register."""

import re

IDENTIFIERS = """
Passport; British National Overseas Passport; Diplomatic Passport; Stateless Person Passport; Stateless Person ID Card; Travel Document Number
National ID No.; Personal ID Card; Identification Number; National Foreign ID Number; Turkish Identification Number
Citizen's Card Number; Kenyan ID No.; Tazkira National ID Card; Refugee ID Card; Birth Certificate Number
Residency Number; Driver's License No.; Electoral Registry No.; Credencial electoral; Numero de Identidad
Cartilla de Servicio Militar Nacional; I.F.E.; C.U.R.P.; C.U.R.P. #; C.U.I.P.; C.U.I.; D.N.I.; SSN; Cedula No.; LE Number
Immigration No.; Public Security and Immigration No.; Serial No.; Moroccan Personal ID No.; Bosnian Personal ID No.; Italian Fiscal Code:; Pilot License Number; VisaNumberID; SRE Permit No.; Italian Fiscal Code; RTN
Tax ID No.; Registration Number; Registration ID; Business Registration Number; Business Registration Document #
Business Number; Company Number; UK Company Number; Commercial Registry Number; Public Registration Number
Chamber of Commerce Number; Dubai Chamber of Commerce Membership No.; Certificate of Incorporation Number
Government Gazette Number; Legal Entity Number; Enterprise Number; Branch Unit Number; File Number
Central Registration System Number; Unified Social Credit Code (USCC); Economic Register Number (CBLS)
United Social Credit Code Certificate (USCCC); Registered Charity No.; V.A.T. Number; US FEIN; D-U-N-S Number
Trade License No.; C.R. No.; NIT #; RUC #; RIF #; R.F.C.; RFC; C.I.F.; C.U.I.T.; Folio Mercantil No.
Matricula Mercantil No; Numero Unico de Identificacao Tributaria (NUIT)
Afghan Money Service Provider License Number; SWIFT/BIC; BIK (RU); ISIN; Equity Ticker
MMSI; Vessel Registration Identification; Other Vessel Call Sign
Aircraft Manufacturer's Serial Number (MSN); Aircraft Serial Identification; Aircraft Mode S Transponder Code
Aircraft Construction Number (also called L/N or S/N or F/N); Aircraft Tail Number; Previous Aircraft Tail Number
"""

NAMES = sorted((name.strip() for name in re.split(r"[;\n]", IDENTIFIERS) if name.strip()), key=len, reverse=True)
CURRENCY = r"Digital Currency Address - [A-Z0-9]+"
PATTERN = "|".join([*map(re.escape, NAMES), CURRENCY])


def is_identifier(label):
    return label in NAMES or re.fullmatch(CURRENCY, label) is not None
